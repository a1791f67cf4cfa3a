import { expect, test } from 'vitest';
import * as limits from './limits.ts';

test('flows and lists, section 9: pauses, pages, pickers, steps of time', () => {
  expect(limits.PAUSES_MS).toMatchObject({
    searchDebounce: 300,
    textSaveDebounce: 300,
    nameSaveDebounce: 300,
    addStepDelay: 500,
    persistThrottle: 1000,
  });
  expect(limits.PAGE_LIMITS).toEqual({ pageSize: 15, picker: 5000, scrollPixels: 500 });
  expect(limits.ENGINE_LIMITS).toMatchObject({ retries: 3, waitAmount: 60, timeStepMinutes: 15 });
  expect(limits.DEFAULT_SCHEDULE_TIME).toBe('09:00:00');
});

test('flows and lists, section 9: fixed values of the blast, and measures of the screens', () => {
  expect(limits.FIXED).toMatchObject({ contactTypeId: 3, skipDncCheck: 0, guidedTemplateType: 100 });
  expect(limits.SCREEN).toMatchObject({
    toasts: 3,
    drawerWidth: 240,
    menuMaxHeight: 224,
    calendarStepMinutes: 60,
  });
});
