import type { RefusalTexts } from './refusals-en.js';

export const refusalsTr: RefusalTexts = {
  fieldProblems: {
    bio: 'Hakkınızda: en çok 200 karakter.',
    dm_star_cost: 'Ücretli bir doğrudan sohbet 1 ile 100.000 yıldız arasındadır.',
    welcome_message: 'Karşılama mesajı en çok 500 karakterdir.',
    message_ttl_hours: 'Mesajlar 1 saat ile 1 yıl arasında kalır.',
    slow_mode_s: 'Yavaş mod en çok 6 saattir.',
  },
  errors: {
    invalid_request: 'İstek geçersiz. Girdiklerinizi kontrol edin.',
    unauthorized: 'Oturumunuz kapandı. Yeniden giriş yapın.',
    token_expired: 'Oturumunuzun süresi doldu. Sayfayı yenileyin.',
    invalid_refresh_token: 'Oturumunuz sona erdi. Yeniden giriş yapın.',
    session_revoked: 'Bu cihazdan çıkış yapıldı. Yeniden giriş yapın.',
    username_required: 'Önce bir kullanıcı adı seçin.',
    forbidden: 'Buna erişiminiz yok.',
    not_available_in_organization: 'Kuruluş gruplarının yazıları orada kalır.',
    sozluk_author_banned: 'Şu anda yayımlayamazsınız.',
    sozluk_already_shared: 'Bu yazıyı zaten paylaştınız.',
    sozluk_tag_required: 'Yazının konusu yok.',
    sozluk_topic_not_found: 'Konu bulunamadı.',
    sozluk_unavailable: 'Keşfet’e şu anda ulaşılamıyor. Biraz sonra yeniden deneyin.',
    not_an_article: 'Yalnızca yazılar paylaşılabilir.',
    idempotency_conflict: 'Bu istek daha önceki bir istekle çakışıyor.',
    payload_too_large: 'İçerik çok büyük.',
    validation_failed: 'Bazı alanlar geçersiz.',
  },
};
