/** What the screens of the sending rules say. */
export const wordings = {
  startHint: 'Tell people who opted out how to come back',
  startHintAbout:
    'When someone who opted out texts one of your keywords, they get a reply saying how to opt in again (START), at most once a day. Off: they get nothing.',
};
