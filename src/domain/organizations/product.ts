/** Packages that an organization can have. */
import type { Balances } from './credit.js';

/** A name in each language that has one. */
export type Names = { [language in 'tr' | 'en']?: string };

export const features = ['sponsored'] as const;
export type Feature = (typeof features)[number];

export interface Product {
  id: string;
  slug: string;
  names: Names;
  /** As entered, including value added tax. 0 is the free package. */
  priceCents: number;
  /** Percent. */
  vatRate: number;
  currency: string;
  quotas: Balances;
  features: Feature[];
  /** False if the package is not sold any more. Organizations that have it keep it. */
  onSale: boolean;
}

/** All products, in the order of the list. */
export interface ProductList {
  _id: 'products';
  version: number;
  items: Product[];
}

/** The operators' products in their order, matched by id. Missing products stay, but are not sold any more. */
export function replacedProducts(before: Product[], sent: Product[]): Product[] {
  const ids = new Set(sent.map(({ id }) => id));
  return [...sent, ...before.filter(({ id }) => !ids.has(id)).map((item) => ({ ...item, onSale: false }))];
}

/** The terms at the time of the agreement. Later changes of the product do not apply. */
export type AgreedProduct = Omit<Product, 'onSale'>;

export function agreedOf({ onSale: _, ...agreed }: Product): AgreedProduct {
  return agreed;
}

/** The name in a language; if it is missing, the English one, then the Turkish one. */
export const nameIn = (names: Names, language: 'tr' | 'en'): string => names[language] ?? names.en ?? names.tr ?? '';

export interface InvoiceAmounts {
  netCents: number;
  vatCents: number;
}

/** The price includes the tax. Both parts are whole cents, and their sum is the price. */
export function invoiceAmounts({ priceCents, vatRate }: Pick<Product, 'priceCents' | 'vatRate'>): InvoiceAmounts {
  const netCents = Math.round((priceCents * 100) / (100 + vatRate));
  return { netCents, vatCents: priceCents - netCents };
}
