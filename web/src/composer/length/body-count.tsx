import { useWritingText } from '../writing-text.js';
import { bodyRoomOf } from './body-limit.js';

/** How much may still be written, once the end is near. */
export function BodyCount({ body }: { body: string }) {
  const text = useWritingText();
  const { left, isShown, isOver } = bodyRoomOf(body);
  return (
    <span class={isOver ? 'body-count body-count-over' : 'body-count'} role="status" data-testid="body-count">
      {isShown && (isOver ? text.tooLongBy(-left) : text.leftToWrite(left))}
    </span>
  );
}
