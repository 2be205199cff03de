import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  $activities,
  forgetRunning,
  reportEnded,
  reportRunning,
  watchRead,
} from '#stores/conversations/conversationActivity.ts';
import { $route, routeOf } from '#stores/route/route.ts';

const shown = '3f1c1a52-1f5b-4d4e-9a61-6b8d5f1f2a11';
const other = '8a0d0d8e-2f6b-4a0e-8a55-2e8b5b1f2a22';

let unwatch: () => void;

function open(id: string): void {
  $route.set(routeOf(`/en/chat/openai/gpt-4o-mini/c/${id}`));
}

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible', ...listeners() });
  open(shown);
  unwatch = watchRead();
});

afterEach(() => {
  unwatch();
  $activities.set({});
  vi.unstubAllGlobals();
});

function listeners() {
  return { addEventListener: vi.fn(), removeEventListener: vi.fn() };
}

it('marks an answer that ended elsewhere as unread until its conversation is opened', () => {
  reportRunning(other);
  expect($activities.get()[other]).toBe('running');
  reportEnded(other);
  forgetRunning(other);
  expect($activities.get()[other]).toBe('unread');
  open(other);
  expect($activities.get()[other]).toBeUndefined();
});

it('marks nothing as unread that ended on the screen', () => {
  reportRunning(shown);
  reportEnded(shown);
  expect($activities.get()[shown]).toBeUndefined();
});

it('marks nothing as running after the connection to an answer is lost', () => {
  reportRunning(other);
  forgetRunning(other);
  expect($activities.get()[other]).toBeUndefined();
});
