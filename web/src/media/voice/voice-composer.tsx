import { useEffect, useRef, useState } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { clockOf } from '#page/app/text/duration.js';
import { useText } from '#page/app/text/text.js';
import type { Extra } from '#page/composer/outbox/outbox.js';
import { Icon } from '#page/ui/icon.js';
import { sendFile } from '../file-actions.js';
import { VoiceBars } from './voice-bars.js';
import { voiceFileOf } from './voice-file.js';
import { VoiceRecorder } from './voice-recorder.js';
import { useVoiceText } from './voice-text.js';
import { BAR_COUNT, levelsOf } from './waveform.js';
import './voice.css';

interface VoiceComposerProps {
  room: Room;
  extra: Extra;
  /** Called when the recording was sent or thrown away. */
  onEnd: (isSent: boolean) => void;
}

/** Records in the place of the composer: Enter sends, Escape throws the recording away. */
export function VoiceComposer({ room, extra, onEnd }: VoiceComposerProps) {
  const words = useText();
  const text = useVoiceText();
  const { recorder, shown, problem } = useRecorder();
  const bar = useRef<HTMLFieldSetElement>(null);
  useEffect(() => bar.current?.focus(), []);
  const end = (isSent: boolean) => {
    recorder.current?.cancel();
    onEnd(isSent);
  };
  const send = async () => {
    const taken = recorder.current;
    if (!taken) return;
    // It takes a moment to end, in which a second click would send it again.
    recorder.current = null;
    sendFile(room.slug, '', extra, await voiceFileOf(await taken.stop()));
    end(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      end(false);
    } else if (event.key === 'Enter' && event.target === bar.current) void send();
  };
  return (
    <fieldset
      ref={bar}
      class="voice-composer"
      tabIndex={-1}
      aria-label={text.recording}
      data-testid="voice-composer"
      onKeyDown={onKey}
    >
      <button
        type="button"
        class="icon-button"
        title={text.throwAway}
        data-testid="voice-discard"
        onClick={() => end(false)}
      >
        <Icon name="trash" />
      </button>
      {problem ? (
        <p role="alert">{text[problem]}</p>
      ) : (
        <>
          <i class="voice-dot" />
          <time data-testid="voice-time">{clockOf(Math.floor(shown.seconds))}</time>
          <VoiceBars levels={shown.levels} part={1} />
          <span class="unseen" role="status">
            {recorder.current ? text.recording : text.asking}
          </span>
        </>
      )}
      <button
        type="button"
        class="composer-send"
        title={words.send}
        data-testid="voice-send"
        disabled={!recorder.current}
        onClick={() => void send()}
      >
        <Icon name="send" size={22} />
      </button>
    </fieldset>
  );
}

const silent = { seconds: 0, levels: levelsOf([]) };

function useRecorder() {
  const recorder = useRef<VoiceRecorder | null>(null);
  const [shown, setShown] = useState(silent);
  const [problem, setProblem] = useState<'refused' | 'missing' | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (now: VoiceRecorder) => {
      const samples = now.latest(BAR_COUNT);
      const quiet = new Array<number>(BAR_COUNT - samples.length).fill(0);
      setShown({ seconds: now.seconds, levels: levelsOf([...quiet, ...samples]) });
    };
    VoiceRecorder.start(show).then(
      (started) => {
        if (isGone) return started.cancel();
        recorder.current = started;
        show(started);
      },
      (error: unknown) => setProblem((error as Error).name === 'NotAllowedError' ? 'refused' : 'missing'),
    );
    return () => {
      isGone = true;
      recorder.current?.cancel();
    };
  }, []);
  return { recorder, shown, problem };
}
