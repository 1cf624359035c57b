/** Packages that an organization can have. */
import type { Balances } from './credit.js';

/** A name in each language it was given in. */
export type Names = { [language in 'tr' | 'en']?: string };

export const features = ['sponsored'] as const;
export type Feature = (typeof features)[number];

export interface Product {
  /** A UUID. */
  id: string;
  slug: string;
  names: Names;
  /** As entered: value added tax is in it. 0 is the free package. */
  priceCents: number;
  /** Percent. */
  vatRate: number;
  currency: string;
  quotas: Balances;
  features: Feature[];
  /** False for what cannot be had any more; who has it keeps it. */
  onSale: boolean;
}

/** All of them, in the order of the list. */
export interface ProductList {
  _id: 'products';
  version: number;
  items: Product[];
}

/** Operators' own in their order, by id; what they left out stays, but is off sale. */
export function replacedProducts(before: Product[], sent: Product[]): Product[] {
  const ids = new Set(sent.map(({ id }) => id));
  return [...sent, ...before.filter(({ id }) => !ids.has(id)).map((item) => ({ ...item, onSale: false }))];
}

/** What was agreed upon, as it was then: later changes of the product are not meant. */
export type AgreedProduct = Omit<Product, 'onSale'>;

export function agreedOf({ onSale: _, ...agreed }: Product): AgreedProduct {
  return agreed;
}

/** The name in a language; where it was not given, the English one, then the Turkish one. */
export const nameIn = (names: Names, language: 'tr' | 'en'): string => names[language] ?? names.en ?? names.tr ?? '';

export interface InvoiceAmounts {
  netCents: number;
  vatCents: number;
}

/** The price holds the tax. The two parts are whole cents and together the price, to the cent. */
export function invoiceAmounts({ priceCents, vatRate }: Pick<Product, 'priceCents' | 'vatRate'>): InvoiceAmounts {
  const netCents = Math.round((priceCents * 100) / (100 + vatRate));
  return { netCents, vatCents: priceCents - netCents };
}
