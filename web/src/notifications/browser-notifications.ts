/** Browser notifications: one for each room, closed when the room is read. */
import { goTo } from '../app/navigate.js';

export interface NotificationContent {
  title: string;
  body: string;
  hasSound: boolean;
}

const shown = new Map<string, Notification>();

export async function showNotification(slug: string, { title, body, hasSound }: NotificationContent): Promise<void> {
  const options = { body, tag: `meydan.${slug}`, icon: '/mark.svg', silent: !hasSound };
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      goTo(slug);
      notice.close();
    };
    shown.set(slug, notice);
  } catch {
    // Mobile browsers show notifications through the service worker only; the worker handles the click.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, { ...options, data: { slug } });
  }
}

export function closeNotification(slug: string): void {
  shown.get(slug)?.close();
  shown.delete(slug);
}

/** Handles clicks on notifications that the service worker shows. */
export const handleNotificationTaps = (): void =>
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ goTo?: unknown } | null>) => {
    if (typeof data?.goTo === 'string') goTo(data.goTo);
  });
