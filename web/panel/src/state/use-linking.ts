import { useEffect, useState } from 'preact/hooks';
import { wireOf } from '#page/app/api.js';
import { claim, type LinkCode, newCode } from '../net/link.js';
import { enter } from './panel.js';

const ASK_EVERY_MS = 1_500;
const RETRY_MS = 4_000;

export interface Linking {
  code: LinkCode | null;
  /** ms: when the code expires. */
  endsAt: number;
  hasTrouble: boolean;
}

/** Shows a code and renews it until one is confirmed. */
export function useLinking(): Linking {
  const [linking, setLinking] = useState<Linking>({ code: null, endsAt: 0, hasTrouble: false });
  useEffect(() => {
    let isOver = false;
    void linked(setLinking, () => isOver).then((isLinked) => (isLinked ? enter() : undefined));
    return () => {
      isOver = true;
    };
  }, []);
  return linking;
}

async function linked(show: (linking: Linking) => void, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    try {
      const code = await newCode();
      const endsAt = Date.now() + code.expires_in * 1_000;
      show({ code, endsAt, hasTrouble: false });
      if (await confirmed(code, endsAt, isOver)) return true;
      show({ code: null, endsAt: 0, hasTrouble: false });
    } catch {
      // The error may be temporary, so the page shows it and retries.
      show({ code: null, endsAt: 0, hasTrouble: true });
      await pause(RETRY_MS);
    }
  }
  return false;
}

/** False when the code has expired, by this clock or by the service's. */
async function confirmed(code: LinkCode, endsAt: number, isOver: () => boolean): Promise<boolean> {
  while (!isOver() && Date.now() < endsAt) {
    await pause(ASK_EVERY_MS);
    try {
      if (await claim(code)) return true;
    } catch (error) {
      const { code: refusal } = wireOf(error);
      if (refusal === 'not_found') return false;
      if (refusal !== 'network') await pause(RETRY_MS);
    }
  }
  return false;
}

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms);
  });
