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

test('access and reports, section 9: device classes, the month of a date range, the slide of the metrics', () => {
  expect(limits.SCREEN).toMatchObject({ mobileBelow: 600, tabletBelow: 960, oneMonthBelow: 450 });
  expect(limits.PAUSES_MS.metricSlide).toBe(300);
  expect(limits.CREDIT_LIMITS).toEqual({
    GSM: { single: 160, later: 153 },
    UNICODE: { single: 70, later: 63 },
  });
});
