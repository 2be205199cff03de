import type { MediaKind } from '#domain/media.ts';
import { Film, Image, type LucideIcon, Music } from 'lucide-react';

/** Stands for what a model makes. */
export const mediaIcons: Readonly<Record<MediaKind, LucideIcon>> = {
  picture: Image,
  music: Music,
  video: Film,
};
