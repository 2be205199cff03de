import { expect, it } from 'vitest';
import { trimEnvironment } from '../../../scripts/bootstrap/trimEnvironment.mjs';

it('removes white space around the values of an environment, and keeps it within them', () => {
  const environment = { NODE_ENV: 'production\r', PATH: '/a b:/c', BLOG_FOLDER: ' blog\n', CI: '' };
  trimEnvironment(environment);
  expect(environment).toEqual({
    NODE_ENV: 'production',
    PATH: '/a b:/c',
    BLOG_FOLDER: 'blog',
    CI: '',
  });
});
