import { useState } from 'preact/hooks';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Files may be dropped anywhere on the room. */
export function useDrop(isOpen: boolean, onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Without this the browser would leave the page for the file, whether it may be sent or not.
    event.preventDefault();
    setOver(isOpen);
  };
  const leave = (event: DragEvent & { currentTarget: HTMLElement }) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (isOpen) onFiles([...(event.dataTransfer?.files ?? [])]);
  };
  return { isOver, zone: { onDragOver: over, onDragLeave: leave, onDrop: drop } };
}
