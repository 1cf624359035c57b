import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message, ReadRoom } from '../api-types.js';
import { service } from '../net.js';

export interface Look {
  room: string;
  reason: string;
}

export interface OpenRoom {
  read: ReadRoom | null;
  error: unknown;
  again(): void;
  older(): void;
  put(message: Message): void;
}

/** The newest messages of a room, and the older ones page by page. */
export function useRoom({ room, reason }: Look): OpenRoom {
  const [read, setRead] = useState<ReadRoom | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isOver = useRef(false);
  const load = (before: ReadRoom | null) => {
    const first = before?.messages[0];
    const query = { reason, ...(first && { before_seq: first.seq }) };
    setError(null);
    service('GET /api/console/rooms/{id}/messages', { path: { id: room }, query }).then(
      (page) => {
        if (isOver.current) return;
        setRead({ ...page, messages: [...page.messages, ...(before?.messages ?? [])] });
      },
      (failed: unknown) => isOver.current || setError(failed),
    );
  };
  useEffect(() => {
    load(null);
    return () => {
      isOver.current = true;
    };
  }, []);
  const put = (message: Message) =>
    setRead(
      (held) => held && { ...held, messages: held.messages.map((one) => (one.id === message.id ? message : one)) },
    );
  return { read, error, again: () => load(read), older: () => load(read), put };
}
