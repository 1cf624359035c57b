/** Browser notifications: one for each room, closed when the room is read. */
import type { Room } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { notificationSettings } from './notification-settings.js';

export interface NotificationContent {
  title: string;
  body: string;
  hasSound: boolean;
}

const shown = new Map<string, Notification>();

export async function showNotification(slug: string, { title, body, hasSound }: NotificationContent): Promise<void> {
  const options = { body, tag: `meydan.${slug}`, icon: '/mark.svg', silent: !hasSound };
  // The worker has to see what a push would repeat.
  if (notificationSettings.get().hasPush) return showByWorker(slug, title, options);
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
    await showByWorker(slug, title, options);
  }
}

async function showByWorker(slug: string, title: string, options: NotificationOptions): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification(title, { ...options, data: { slug } });
}

/** Closes what the worker has shown for rooms that are read by now. */
export async function closePushed(rooms: Room[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shownByWorker = (await registration?.getNotifications()) ?? [];
  const read = new Set(rooms.filter(({ unread }) => unread === 0).map(({ slug }) => slug));
  for (const notice of shownByWorker) if (read.has(notice.data?.slug)) notice.close();
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
