import type { Message } from '#page/api-types.js';
import { clockOf } from '#page/app/text/duration.js';
import { useText } from '#page/app/text/text.js';
import { useStore } from '#page/app/use-store.js';
import { Icon } from '#page/ui/icon.js';
import { useNow } from '#page/ui/use-now.js';
import { documentEnd } from '../fresh-links.js';
import { VoiceBars } from './voice-bars.js';
import type { VoiceFacts } from './voice-name.js';
import { changeRate, goToPart, playing, playOrPause } from './voice-player.js';
import { useVoiceText } from './voice-text.js';
import './voice.css';

/** A voice message in its row: play, waveform, speed, and the time it is still kept. */
export function VoiceCard({ message, facts }: { message: Message; facts: VoiceFacts }) {
  const words = useText();
  const text = useVoiceText();
  const { id, isPlaying, part, rate } = useStore(playing);
  const end = documentEnd(message);
  const left = Math.max(0, Math.ceil((end - useNow(end)) / 1000));
  const isOver = left === 0;
  const isMine = id === message.id;
  const heard = isMine ? part : 0;
  const { seconds, levels } = facts;
  const clock = clockOf(isMine && (isPlaying || heard > 0) ? Math.round(heard * seconds) : seconds);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row below must not take the press for a selection.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the parts inside have the keys.
    <div class="voice-card" data-testid="voice" data-expired={isOver} onClick={(event) => event.stopPropagation()}>
      <button
        type="button"
        class="voice-play"
        title={isMine && isPlaying ? text.pause : text.play}
        data-testid="voice-play"
        data-playing={isMine && isPlaying}
        disabled={isOver}
        onClick={() => void playOrPause(message)}
      >
        <Icon name={isMine && isPlaying ? 'pause' : 'play'} size={22} />
      </button>
      <span class="voice-middle">
        <span class="voice-wave">
          <VoiceBars levels={levels} part={heard} />
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(heard * 100)}
            aria-label={text.place}
            aria-valuetext={clock}
            disabled={isOver || !isMine}
            onInput={(event) => goToPart(message, Number(event.currentTarget.value) / 100)}
            onKeyDown={(event) => event.stopPropagation()}
          />
        </span>
        <small>
          <time data-testid="voice-clock">{clock}</time> · {isOver ? words.documentOver : words.timeLeft(clockOf(left))}
        </small>
      </span>
      {isMine && !isOver && (
        <button
          type="button"
          class="voice-rate"
          title={text.speed(`${rate}×`)}
          data-testid="voice-rate"
          onClick={changeRate}
        >
          {rate}×
        </button>
      )}
    </div>
  );
}
