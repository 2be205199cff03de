/**
 * Owns the answers that media jobs make. No server has this id: their jobs go on when a server dies, and end by
 * themselves, so that nobody may take them for lost.
 */
export const mediaOwnerId = '6d656469-6100-4000-8000-000000000000';
