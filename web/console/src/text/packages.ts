/** Texts about packages, credits and suspension. */
import { defineTexts } from '#page/app/text/define-texts.js';
import { locale } from './text.js';

const en = {
  waits: 'Waiting since',
  asked: 'Requested package',
  has: 'Current package',
  nothing: 'No package',
  price: 'Price',
  gives: 'Includes',
  credits: 'Credits',
  invoice: 'Invoice to',
  organization: 'Organization',
  organizationId: 'Organization ID',
  organizationIdHint: 'Shown in the panel, under the organization’s name.',
  approve: 'Approve',
  approved: 'Approved. The package is active.',
  reject: 'Reject',
  rejected: 'Rejected.',
  counters: { message: 'Messages', ai: 'AI', impression: 'Impressions', verification: 'Verifications' },
  grants: 'Credits and suspension',
  grantsHint: 'For any organization, with or without a request.',
  counter: 'Counter',
  quantity: 'Quantity',
  quantityHint: 'A negative number removes credits; the balance cannot fall below 0.',
  note: 'Note, shown in the transactions',
  grant: 'Add credits',
  granted: (left: string) => `Balance: ${left}.`,
  suspend: 'Suspend',
  suspended: 'Suspended. Its content is hidden.',
  isSuspended: 'Suspended',
  release: 'Unsuspend',
  released: 'Unsuspended.',
};

export type PackageTexts = typeof en;

const tr: PackageTexts = {
  waits: 'Bekleme başlangıcı',
  asked: 'İstenen paket',
  has: 'Mevcut paket',
  nothing: 'Paket yok',
  price: 'Fiyat',
  gives: 'İçeriği',
  credits: 'Krediler',
  invoice: 'Fatura',
  organization: 'Kuruluş',
  organizationId: 'Kuruluş kimliği',
  organizationIdHint: 'Panelde kuruluşun adının altında yazar.',
  approve: 'Onayla',
  approved: 'Onaylandı. Paket etkin.',
  reject: 'Reddet',
  rejected: 'Reddedildi.',
  counters: { message: 'Mesaj', ai: 'Yapay zekâ', impression: 'Gösterim', verification: 'Doğrulama' },
  grants: 'Kredi ve askıya alma',
  grantsHint: 'İsteği olsun olmasın, her kuruluş için.',
  counter: 'Sayaç',
  quantity: 'Miktar',
  quantityHint: 'Eksi sayı krediyi azaltır; bakiye 0’ın altına inmez.',
  note: 'Not, hareketlerde görünür',
  grant: 'Kredi ekle',
  granted: (left) => `Bakiye: ${left}.`,
  suspend: 'Askıya al',
  suspended: 'Askıya alındı. İçerikleri gizlendi.',
  isSuspended: 'Askıda',
  release: 'Askıdan çıkar',
  released: 'Askıdan çıkarıldı.',
};

export const { useTexts: usePackageText } = defineTexts({ en, tr });

export const amount = (value: number): string => value.toLocaleString(locale());
export const price = (cents: number, currency: string): string =>
  (cents / 100).toLocaleString(locale(), { style: 'currency', currency });
