/**
 * The pictures of templates: line drawings on a 24-pixel grid, in the colour of the text around them. Our
 * own.
 */

export type Icon = { id: number; name: string; svg: string };

const draw = (id: number, name: string, body: string): Icon => ({
  id,
  name,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`,
});

/** 1001 is the fallback for a template that names none. */
export const ICONS: readonly Icon[] = [
  draw(
    1001,
    'Message',
    '<path d="M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-4.5 3.5V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z"/><path d="M8 11h.01M12 11h.01M16 11h.01"/>',
  ),
  draw(
    1002,
    'Welcome',
    '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5"/><path d="M19 8v6M16 11h6"/>',
  ),
  draw(
    1003,
    'Survey',
    '<rect x="5" y="4" width="14" height="17" rx="2"/><path d="M9 4a3 1.6 0 0 1 6 0"/><path d="M8.5 10.5l1 1 1.8-2M14 10.5h2M8.5 15.5l1 1 1.8-2M14 15.5h2"/>',
  ),
  draw(
    1004,
    'Appointment',
    '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 10h17M8 3v4M16 3v4"/><path d="M9 15.2l2.2 2.2 4-4.2"/>',
  ),
  draw(1005, 'Sale', '<path d="M13 3L5 13.5h6L10 21l9-11.5h-6.5z"/>'),
  draw(
    1006,
    'Contest',
    '<path d="M7.5 4h9v5a4.5 4.5 0 0 1-9 0z"/><path d="M7.5 5.5H4.5a3.5 3.5 0 0 0 3.5 4M16.5 5.5h3a3.5 3.5 0 0 1-3.5 4M12 13.5V17M8.5 20.5c0-2 1.5-3.5 3.5-3.5s3.5 1.5 3.5 3.5z"/>',
  ),
  draw(1007, 'Feedback', '<path d="M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z"/>'),
  draw(
    1008,
    'Event',
    '<path d="M4 7.5h16v3a1.8 1.8 0 0 0 0 3.6v3H4v-3a1.8 1.8 0 0 0 0-3.6z"/><path d="M14.5 7.5v1.5M14.5 11.5v1.5M14.5 15.5v1.6"/>',
  ),
  draw(
    1009,
    'Support',
    '<path d="M4 13.5V12a8 8 0 0 1 16 0v1.5"/><rect x="3" y="13" width="4" height="6" rx="1.5"/><rect x="17" y="13" width="4" height="6" rx="1.5"/><path d="M19 19c0 1.5-1.5 2.5-4 2.5h-2"/>',
  ),
  draw(
    1010,
    'Series',
    '<circle cx="5" cy="12" r="2"/><circle cx="12" cy="12" r="2"/><circle cx="19" cy="12" r="2"/><path d="M7 12h3M14 12h3M5 7V5h14v2M5 17v2h14v-2"/>',
  ),
  draw(
    1011,
    'Age',
    '<path d="M12 3l7.5 2.8v5.2c0 4.8-3 8-7.5 10-4.5-2-7.5-5.2-7.5-10V5.8z"/><path d="M8.8 12l2.3 2.3 4.2-4.5"/>',
  ),
  draw(
    1012,
    'Store',
    '<path d="M4 10.5V20h16v-9.5"/><path d="M3 8.5L5 4h14l2 4.5c0 1.5-1.2 2.5-2.5 2.5S15.8 10 15.3 8.8c-.4 1.3-1.7 2.2-3.3 2.2s-2.9-.9-3.3-2.2C8.2 10 6.8 11 5.5 11S3 10 3 8.5z"/><path d="M10 20v-5h4v5"/>',
  ),
  draw(
    1013,
    'Donation',
    '<path d="M12 20s-7.5-4.3-7.5-9.8A4.2 4.2 0 0 1 12 7.5a4.2 4.2 0 0 1 7.5 2.7C19.5 15.7 12 20 12 20z"/>',
  ),
  draw(
    1014,
    'Birthday',
    '<path d="M4 20.5h16M5.5 20.5v-7a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v7"/><path d="M5.5 16c1.1 1 2.2 1 3.250 0s2.2-1 3.250 0 2.2 1 3.250 0 2.2-1 3.250 0M12 11.5V8M12 5.5c-.9-.8-.6-1.8 0-2.5.6.7.9 1.7 0 2.5z"/>',
  ),
];
