import { defineTexts } from '#page/app/text/define-texts.js';

/** Texts of the filters and of the person's own folders of rooms. */
export const { useTexts: useFoldersText } = defineTexts({
  en: {
    folders: 'Folders',
    newFolder: 'New folder…',
    editFolder: (name: string) => `Edit “${name}”`,
    addTo: (name: string) => `Add to “${name}”`,
    takeFrom: (name: string) => `Remove from “${name}”`,
    name: 'Name',
    roomsIn: 'Rooms in this folder',
    find: 'Find a room',
    hint: 'Folders are kept in this browser. The rooms stay where they are.',
    delete: 'Delete folder',
    deleteQuestion: (name: string) => `Delete the folder “${name}”? Its rooms stay in your list.`,
    news: 'with unread messages',
    empty: 'No rooms in this folder yet.',
    choose: 'Choose rooms',
  },
  tr: {
    folders: 'Klasörler',
    newFolder: 'Yeni klasör…',
    editFolder: (name) => `“${name}” klasörünü düzenle`,
    addTo: (name) => `“${name}” klasörüne ekle`,
    takeFrom: (name) => `“${name}” klasöründen çıkar`,
    name: 'Ad',
    roomsIn: 'Bu klasördeki odalar',
    find: 'Oda bul',
    hint: 'Klasörler bu tarayıcıda saklanır. Odalar yerinde kalır.',
    delete: 'Klasörü sil',
    deleteQuestion: (name) => `“${name}” klasörü silinsin mi? Odalar listenizde kalır.`,
    news: 'okunmamış mesaj var',
    empty: 'Bu klasörde henüz oda yok.',
    choose: 'Oda seç',
  },
});
