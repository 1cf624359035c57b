import type { ActionTexts } from './actions-en.js';

export const actionsTr: ActionTexts = {
  reason: 'Gerekçe',
  reasonHint: 'Denetim kaydı içindir; onu yalnızca operatörler okur.',
  lookHint: 'Bakmak da gerekçesiyle denetim kaydına yazılır.',
  typeWord: (word) => `Onaylamak için “${word}” yazın`,
  cancel: 'Vazgeç',
  until: 'Askı süresi',
  untilChoices: {
    '1': 'bir gün',
    '3': 'üç gün',
    '7': 'bir hafta',
    '30': '30 gün',
    '365': 'bir yıl',
    date: 'bir tarihe kadar …',
    never: 'kaldırılana kadar',
  },
  untilDate: 'Bitiş',
  publicReason: 'Kişiye yazı',
  publicReasonHint: 'Kişi bunu askının bitişiyle birlikte okur. Ayrı bir yazıdır: gerekçe gösterilmez.',
  copyId: (id) => `Kopyala: ${id}`,
  copied: 'Kopyalandı.',
  id: 'Kimlik',
  deletedAccount: 'Silinmiş hesap',
};
