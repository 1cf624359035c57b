/** A square picture of somebody or of a room, as two files in the object store. */
export interface Photo {
  id: string;
  key: string;
  thumbKey: string;
  contentType: PhotoType;
  byteSize: number;
  /** Length of a side. */
  sizePx: number;
  createdAt: number;
}

export const photoTypes = ['image/jpeg', 'image/webp', 'image/png'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** A photo and whether it is its owner's face. */
export interface OwnedPhoto {
  photo: Photo;
  isPrimary: boolean;
}
