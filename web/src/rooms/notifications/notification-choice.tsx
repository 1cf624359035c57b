import type { Room } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { useMenuText } from '#page/messages/menu/menu-text.js';
import { Choice } from '#page/ui/fields.js';
import { type Level, lengthName, levelOf, muteMinutes, setNotifications } from './notification-level.js';

/** The notifications of a room for this account, on all its devices. */
export function NotificationChoice({ room }: { room: Room }) {
  const text = useText();
  const words = useMenuText();
  const { slug, muted_until } = room;
  const level = levelOf(room);
  const lengths = muteMinutes.map((minutes) => ({
    value: `none ${minutes ?? ''}`,
    label: minutes === null ? words.muteForever : words.muteFor(lengthName(minutes)),
  }));
  const isTimed = level === 'none' && typeof muted_until === 'number';
  const now = isTimed ? [{ value: 'none now', label: text.mutedUntil(momentName(muted_until, text)) }] : [];
  const choose = (value: string) => {
    const [chosen, minutes] = value.split(' ') as [Level, string?];
    if (minutes !== 'now') void setNotifications(slug, chosen, minutes ? Number(minutes) : null);
  };
  return (
    <Choice
      label={words.roomNotifications}
      testId="room-notifications"
      value={isTimed ? 'none now' : level === 'none' ? 'none ' : level}
      options={[
        { value: 'all', label: words.notifyAll },
        { value: 'mentions', label: words.notifyMentions },
        ...now,
        ...lengths,
      ]}
      onChange={choose}
    />
  );
}
