import { useEffect, useRef } from 'preact/hooks';
import type { Bot } from '../api-types.js';
import { Avatar } from '../members/avatar.js';
import { BotTag } from '../members/bot-tag.js';
import { confirmed } from '../ui/confirm.js';
import { Icon } from '../ui/icon.js';
import { useLoaded } from '../ui/use-loaded.js';
import { deleteBot, loadBotRooms } from './bot-actions.js';
import { BotRooms } from './bot-rooms.js';
import { BotTokens } from './bot-tokens.js';
import { useBotsText } from './bots-text.js';

/** One bot: its tokens, its rooms, its end. */
export function BotDetails({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const words = useBotsText();
  const back = useRef<HTMLButtonElement>(null);
  const rooms = useLoaded(`rooms of ${bot.id}`, () => loadBotRooms(bot));
  useEffect(() => back.current?.focus(), []);
  const name = bot.username ?? '';
  const remove = async () => {
    if (!(await confirmed(words.deleteQuestion(name), words.delete))) return;
    if (await deleteBot(bot)) onClose();
  };
  return (
    <section class="form" data-testid="bot-details">
      <header class="bot-head">
        <button
          ref={back}
          type="button"
          class="icon-button"
          title={words.back}
          aria-label={words.back}
          data-testid="bot-back"
          onClick={onClose}
        >
          <Icon name="back" />
        </button>
        <Avatar name={name} photo={bot.avatar} size={40} />
        <h3>
          {name}
          <BotTag of={bot} />
        </h3>
      </header>
      <BotTokens bot={bot} rooms={(rooms.value ?? []).filter(({ isIn }) => isIn)} />
      <BotRooms bot={bot} loaded={rooms} />
      <button type="button" class="button button-danger" data-testid="bot-delete" onClick={() => void remove()}>
        {words.delete}
      </button>
    </section>
  );
}
