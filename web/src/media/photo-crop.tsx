import { useEffect, useMemo, useState } from 'preact/hooks';
import type { WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { FormError } from '../ui/form-error.js';
import type { Crop } from './image.js';
import { addPhoto, type PhotoOwner } from './photo-actions.js';

const SIDE = 260;
const CLOSEST = 0.25;

interface PhotoCropProps {
  room: PhotoOwner;
  file: File;
  /** Room photos are square, avatars are round. */
  isSquare: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Crops a picture: drag it or use the arrow keys; the slider zooms. */
export function PhotoCrop({ room, file, isSquare, onDone, onClose }: PhotoCropProps) {
  const text = useText();
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const [crop, setCrop] = useState<Crop>({ x: 0.5, y: 0.5, size: 1 });
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const send = () => {
    setPart(0);
    addPhoto({ room, file, crop }, setPart)
      .then(onDone)
      .catch((failed: unknown) => {
        setPart(null);
        setError(wireOf(failed));
      });
  };
  return (
    <section class="form" data-testid="photo-crop">
      <CropWindow url={url} crop={crop} isSquare={isSquare} onMove={setCrop} />
      <p class="form-hint">{text.cropHint}</p>
      <label class="field">
        <span>{text.cropSize}</span>
        <input
          type="range"
          min={CLOSEST}
          max={1}
          step={0.01}
          data-testid="crop-size"
          value={crop.size}
          onInput={(event) => setCrop({ ...crop, size: event.currentTarget.valueAsNumber })}
        />
      </label>
      <FormError testId="photo-error">{error && sentenceOf(text, error)}</FormError>
      <DialogButtons
        submit={part === null ? text.usePhoto : text.uploading(part)}
        testId="photo-send"
        isReady={part === null}
        onSubmit={send}
        onClose={onClose}
      />
    </section>
  );
}

interface WindowProps {
  url: string;
  crop: Crop;
  isSquare: boolean;
  onMove: (crop: Crop) => void;
}

interface Size {
  width: number;
  height: number;
}

function CropWindow({ url, crop, isSquare, onMove }: WindowProps) {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  // Screen pixels per side of the whole picture at this zoom.
  const scale = SIDE / (Math.min(size.width, size.height) * crop.size);
  const shown = { width: size.width * scale, height: size.height * scale };
  const moveBy = (dx: number, dy: number) => onMove(within(crop, size, dx / shown.width, dy / shown.height));
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) moveBy(-event.movementX, -event.movementY);
  };
  const keys: Record<string, [number, number]> = {
    ArrowLeft: [-10, 0],
    ArrowRight: [10, 0],
    ArrowUp: [0, -10],
    ArrowDown: [0, 10],
  };
  const press = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (!by) return;
    event.preventDefault();
    moveBy(...by);
  };
  const left = SIDE / 2 - crop.x * shown.width;
  const top = SIDE / 2 - crop.y * shown.height;
  return (
    <div
      class={isSquare ? 'crop crop-square' : 'crop'}
      style={{ width: `${SIDE}px`, height: `${SIDE}px` }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture.
      tabIndex={0}
      role="img"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <img
        src={url}
        alt=""
        draggable={false}
        style={{ width: `${shown.width}px`, height: `${shown.height}px`, left: `${left}px`, top: `${top}px` }}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
      />
    </div>
  );
}

/** Keeps the crop inside the picture. */
function within(crop: Crop, { width, height }: Size, dx: number, dy: number): Crop {
  const half = (Math.min(width, height) * crop.size) / 2;
  const bounded = (value: number, side: number) => Math.min(Math.max(value, half / side), 1 - half / side);
  return { ...crop, x: bounded(crop.x + dx, width), y: bounded(crop.y + dy, height) };
}
