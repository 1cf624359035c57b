/** A file in the attachment tray. */
import type { WireError } from '../api-types.js';
import type { PreparedFile } from '../media/file-kinds.js';

export interface ChosenFile {
  id: string;
  name: string;
  bytes: number;
  /** Null while the file is being prepared, and after it was refused. */
  file: PreparedFile | null;
  preview: string | null;
  error: WireError | null;
  isOnce: boolean;
}
