import { defineTexts } from '#page/app/text/define-texts.js';

const en = {
  recording: 'Recording a voice message',
  asking: 'Allow the microphone to record.',
  throwAway: 'Discard the recording',
  refused: 'This browser does not let this page use the microphone. Change it in the settings of the page.',
  missing: 'No microphone was found.',
  play: 'Play',
  pause: 'Pause',
  place: 'Place in the voice message',
  speed: (rate: string) => `Speed: ${rate}`,
};

type VoiceTexts = typeof en;

const tr: VoiceTexts = {
  recording: 'Sesli mesaj kaydediliyor',
  asking: 'Kaydetmek için mikrofona izin verin.',
  throwAway: 'Kaydı at',
  refused: 'Bu tarayıcı sayfanın mikrofonu kullanmasına izin vermiyor. İzni sayfanın ayarlarından değiştirin.',
  missing: 'Mikrofon bulunamadı.',
  play: 'Oynat',
  pause: 'Duraklat',
  place: 'Sesli mesajdaki yer',
  speed: (rate) => `Hız: ${rate}`,
};

export const { useTexts: useVoiceText } = defineTexts({ en, tr });
