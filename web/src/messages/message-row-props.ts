import type { Message } from '../api-types.js';

export interface MessageRowProps {
  message: Message;
  /** The row this one answers, when it is loaded. */
  quoted: Message | null;
  isMine: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Its actions stay visible after a tap. */
  isOpen: boolean;
  onOpen: (id: string | null) => void;
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}
