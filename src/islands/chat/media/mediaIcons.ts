import type { MediaKind } from '#domain/media/media.ts';
import { Film, Image, type LucideIcon, Music } from 'lucide-react';

/** The icon of each kind of file. */
export const mediaIcons: Readonly<Record<MediaKind, LucideIcon>> = {
  picture: Image,
  music: Music,
  video: Film,
};
