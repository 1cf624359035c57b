/** The first content of the panel's lists. Operators can replace it. */
import type { CatalogItem, CatalogListName } from '#src/domain/organizations/catalog.js';
import type { Product } from '#src/domain/organizations/product.js';
import type { Store } from '../store.js';

const item = (id: string, tr: string, en: string): CatalogItem => ({ id, names: { tr, en }, offered: true });

const lists: Record<CatalogListName, CatalogItem[]> = {
  positions: [
    item('66f9f4f3-ebdd-4813-b81a-6cd2ff5d9090', 'İşletme sahibi', 'Business owner'),
    item('a6260f6e-9d37-48a7-ba82-15db4925c23f', 'İçerik üreticisi', 'Content creator'),
    item('7604c48b-41a7-45e3-a9d5-cb0ead7e33dd', 'Serbest çalışan', 'Freelancer'),
    item('01e78da7-d75a-4e3b-8056-e44cc3eaa0c1', 'Topluluk yöneticisi', 'Community manager'),
    item('44f223b3-fe35-4439-bece-617395f1a861', 'Eğitmen', 'Teacher'),
  ],
  organizationTypes: [
    item('ea7891ed-9942-4209-83ab-49443c31e1c0', 'Şirket', 'Company'),
    item('c1c26636-4dc9-488c-9154-adbe46ecb92d', 'Dernek', 'Association'),
    item('121aca51-7216-4594-b8ff-8177151458de', 'Vakıf', 'Foundation'),
    item('82413f67-0d2e-4e49-bd63-94ec620df1ff', 'Eğitim kurumu', 'School'),
    item('6cdcd14a-beef-44a5-abc6-5064f9796a74', 'Kamu kurumu', 'Public body'),
  ],
  groupTypes: [
    item('fbd809e1-9300-48c7-88dc-d010ba6745e7', 'Müşteri topluluğu', 'Customers'),
    item('b489411b-7d7d-4884-a362-742f29b7cdd0', 'Duyuru', 'Announcements'),
    item('19bb6195-5593-4021-abab-fe2e75ed3d45', 'Destek', 'Support'),
    item('87bb19d8-2429-4474-afb4-4fde8d31a632', 'Etkinlik', 'Events'),
    item('fec59116-803a-4467-9e5a-cb056ac4868a', 'Ekip', 'Team'),
  ],
};

const products: Product[] = [
  {
    id: '9af60933-0c4b-484c-88ba-bf136f37b8e6',
    slug: 'ucretsiz',
    names: { tr: 'Ücretsiz', en: 'Free' },
    priceCents: 0,
    vatRate: 20,
    currency: 'TRY',
    quotas: { message: 500, ai: 25, impression: 0, verification: 10 },
    features: [],
    onSale: true,
  },
  {
    id: 'b242b8c7-55d1-4381-ae32-94e55f5580f1',
    slug: 'baslangic',
    names: { tr: 'Başlangıç', en: 'Starter' },
    priceCents: 49_900,
    vatRate: 20,
    currency: 'TRY',
    quotas: { message: 5_000, ai: 500, impression: 10_000, verification: 100 },
    features: ['sponsored'],
    onSale: true,
  },
  {
    id: '8ac5e050-bf0f-4162-823b-4f80a0cd4bce',
    slug: 'kurumsal',
    names: { tr: 'Kurumsal', en: 'Business' },
    priceCents: 199_900,
    vatRate: 20,
    currency: 'TRY',
    quotas: { message: 50_000, ai: 5_000, impression: 100_000, verification: 1_000 },
    features: ['sponsored'],
    onSale: true,
  },
];

/** Existing lists stay. */
export async function seedPanel(store: Store): Promise<void> {
  const docs = Object.entries({ ...lists, products }).map(([name, items]) => ({ _id: name, version: 1, items }));
  await store.write(docs.map((doc) => ({ op: 'put', in: 'catalog', doc, guard: { absent: true } })));
}
