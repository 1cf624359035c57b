/** Packages that an organization can have. */
import type { Balances } from './credit.js';

/** A name in each language it was given in. */
export type Names = { [language in 'tr' | 'en']?: string };

export const features = ['sponsored'] as const;
export type Feature = (typeof features)[number];

export interface Product {
  _id: string;
  slug: string;
  names: Names;
  /** As entered: value added tax is in it. 0 is the free package. */
  priceCents: number;
  /** Percent. */
  vatRate: number;
  currency: string;
  quotas: Balances;
  features: Feature[];
  onSale: boolean;
  /** Place in the list. */
  position: number;
  version: number;
}

/** What was agreed upon, as it was then: later changes of the product are not meant. */
export type AgreedProduct = Pick<
  Product,
  'slug' | 'names' | 'priceCents' | 'vatRate' | 'currency' | 'quotas' | 'features'
> & { id: string };

export function agreedOf({ _id, slug, names, priceCents, vatRate, currency, quotas, features }: Product) {
  return { id: _id, slug, names, priceCents, vatRate, currency, quotas, features } satisfies AgreedProduct;
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
