import Joi from 'joi';
import type { CatalogItem } from '#src/domain/organizations/catalog.js';
import { type Balances, CREDIT_MAX } from '#src/domain/organizations/credit.js';
import { type Feature, features, type Names } from '#src/domain/organizations/product.js';
import { slugPattern } from '#src/domain/text/slug.js';
import { flag, integer, lenientList, list, name, object, oneOf, text, uuid } from '../schema/kinds.js';

type SentItems = Pick<CatalogItem, 'id' | 'names'>[];

export interface CatalogBody {
  positions?: SentItems;
  organization_types?: SentItems;
  group_types?: SentItems;
}

export interface WireProduct {
  id: string;
  slug: string;
  names: Names;
  price_cents: number;
  vat_rate: number;
  currency: string;
  quotas: Balances;
  features: Feature[];
  on_sale: boolean;
}

const NAME_MAX = 80;
const ITEMS_MAX = 500;
const SLUG_MAX = 48;
const PRICE_CENTS_MAX = 100_000_000_000;

export const namesShape = object<Names>({ tr: name().chars(1, NAME_MAX), en: name().chars(1, NAME_MAX) })
  .or('tr', 'en')
  .description('A missing name is given in English, else in Turkish.');

/** Lists of names are lenient, because a strict list takes names as they are typed: blank, or with control characters. */
const items = () =>
  lenientList(object({ id: uuid().required(), names: namesShape.required() }))
    .max(ITEMS_MAX)
    .unique('id');

export const catalogBody = object<CatalogBody>({
  positions: items(),
  organization_types: items(),
  group_types: items(),
})
  .or('positions', 'organization_types', 'group_types')
  .label('Catalog');

const quota = () => integer().min(0).max(CREDIT_MAX).required();

export const productItem = () =>
  object<WireProduct>({
    id: uuid().required(),
    slug: text().max(SLUG_MAX).pattern(slugPattern).required().example('baslangic'),
    names: namesShape.required(),
    price_cents: integer().min(0).max(PRICE_CENTS_MAX).required().description('Tax included. 0: the free package.'),
    vat_rate: Joi.number().strict().min(0).max(100).required().description('Percent.').example(20),
    currency: text()
      .pattern(/^[A-Z]{3}$/)
      .required()
      .example('TRY'),
    quotas: object<Balances>({ message: quota(), ai: quota(), impression: quota(), verification: quota() }).required(),
    features: list(oneOf(...features))
      .max(features.length)
      .unique()
      .required(),
    on_sale: flag().required(),
  });

export const productBody = object<{ products: WireProduct[] }>({
  products: lenientList(productItem()).max(ITEMS_MAX).unique('id').unique('slug').required(),
}).label('Products');
