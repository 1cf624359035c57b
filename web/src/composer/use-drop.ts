import { useState } from 'preact/hooks';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts files that are dropped anywhere on the room. */
export function useDrop(isOpen: boolean, onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Otherwise the browser would navigate to the file.
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
