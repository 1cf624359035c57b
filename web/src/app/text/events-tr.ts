import type { EventSentences } from './events-en.js';

export const eventsTr: EventSentences = {
  member_joined: (who) => `${who} katıldı`,
  member_left: (who) => `${who} ayrıldı`,
  member_kicked: (who, by) => `${by}, ${who} adlı kişiyi çıkardı`,
  member_banned: (who, by) => `${by}, ${who} adlı kişiyi yasakladı`,
  member_unbanned: (who, by) => `${by}, ${who} adlı kişinin yasağını kaldırdı`,
  member_muted: (who, by) => `${by}, ${who} adlı kişiyi susturdu`,
  member_unmuted: (who, by) => `${by}, ${who} adlı kişinin susturmasını kaldırdı`,
  welcome: (who) => `Hoş geldiniz, ${who}`,
  founder_changed: (who) => `Kurucu artık ${who}`,
  room_settings_changed: (_, by) => `${by} oda ayarlarını değiştirdi`,
  message_deleted: (_, by) => `${by} bir mesajı sildi`,
  message_pinned: (_, by) => `${by} bir mesajı sabitledi`,
  message_unpinned: (_, by) => `${by} bir mesajın sabitlemesini kaldırdı`,
  discussion_closed: (_, by) => `${by} bir tartışmayı kapattı`,
  discussion_reopened: (_, by) => `${by} bir tartışmayı yeniden açtı`,
  member_permissions_changed: (_, by) => `${by} üyelerin izinlerini değiştirdi`,
  admin_permissions_changed: (who, by) => `${by}, yönetici ${who} adlı kişinin izinlerini değiştirdi`,
};
