/**
 * The owner of answers of media jobs. No server has this id: media jobs continue when a server dies, and end by
 * themselves, so their answers must not be reaped.
 */
export const mediaOwnerId = '6d656469-6100-4000-8000-000000000000';
