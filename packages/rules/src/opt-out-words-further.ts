/**
 * Opt-out and help words of the further languages that the product speaks: Hebrew and Arabic, in which public
 * pages are, and German, in which screens are. In matching form, as `opt-out-words.ts`: no accents and no
 * points, so alef without hamza, and umlauts both as a vowel and written out. הסר is what Israeli law has
 * senders name (Communications Law, section 30A).
 */

export const GERMAN_WORDS = [
  'stopp',
  'stoppen',
  'ende',
  'schluss',
  'aufhoren',
  'aufhoeren',
  'abmelden',
  'abmeldung',
  'abbestellen',
  'abbestellung',
  'austragen',
  'kundigen',
  'kuendigen',
  'kundigung',
  'kuendigung',
  'widerruf',
  'widerrufen',
  'keine sms',
  'keine sms mehr',
  'keine nachrichten',
  'keine nachrichten mehr',
  'keine werbung',
  'keine werbung mehr',
  'nummer loschen',
  'nummer loeschen',
] as const;

export const HEBREW_WORDS = [
  'הסר',
  'הסרה',
  'להסרה',
  'להסיר',
  'הסירו',
  'תסירו',
  'הסר אותי',
  'הסירו אותי',
  'עצור',
  'עצרו',
  'לעצור',
  'הפסק',
  'הפסיקו',
  'תפסיקו',
  'להפסיק',
  'די',
  'סטופ',
  'בטל',
  'ביטול',
  'לבטל',
] as const;

export const ARABIC_WORDS = [
  'ايقاف',
  'اوقف',
  'اوقفوا',
  'قف',
  'توقف',
  'توقفوا',
  'الغاء',
  'الغ',
  'الغي',
  'الغوا',
  'كفى',
  'كفاية',
  'ستوب',
  'انهاء',
  'حذف',
  'احذفني',
  'احذفوني',
] as const;

export const GERMAN_PHRASES = [
  'mir keine sms mehr',
  'mir keine nachrichten mehr',
  'mir keine werbung mehr',
  'mochte keine sms mehr',
  'mochte keine nachrichten mehr',
  'mochte keine werbung mehr',
  'will keine sms mehr',
  'will keine nachrichten mehr',
  'will keine werbung mehr',
  'nicht mehr anschreiben',
  'nicht mehr kontaktieren',
  'schreiben sie mir nicht mehr',
  'schreibt mir nicht mehr',
  'schicken sie mir nichts mehr',
  'schickt mir nichts mehr',
  'horen sie auf mir',
  'hoeren sie auf mir',
  'hort auf mir',
  'hoert auf mir',
  'melden sie mich ab',
  'meldet mich ab',
  'mich abmelden',
  'mich austragen',
  'abo kundigen',
  'abo kuendigen',
  'loschen sie meine nummer',
  'loeschen sie meine nummer',
  'loscht meine nummer',
  'loescht meine nummer',
  'meine nummer loschen',
  'meine nummer loeschen',
  'ich widerrufe meine einwilligung',
] as const;

export const HEBREW_PHRASES = [
  'הסר אותי',
  'הסירו אותי',
  'תסיר אותי',
  'תסירו אותי',
  'להסיר אותי',
  'תורידו אותי',
  'הסירו את המספר שלי',
  'תמחקו את המספר שלי',
  'מחקו את המספר שלי',
  'הסרה מרשימת',
  'להסרה מרשימת',
  'ביטול מנוי',
  'לבטל את המנוי',
  'אל תשלחו לי',
  'אל תשלח לי',
  'לא לשלוח לי',
  'תפסיקו לשלוח',
  'הפסיקו לשלוח',
  'תפסיק לשלוח',
  'לא רוצה לקבל',
  'לא מעוניין לקבל',
  'לא מעוניינת לקבל',
] as const;

export const ARABIC_PHRASES = [
  'الغاء الاشتراك',
  'الغ اشتراكي',
  'الغوا اشتراكي',
  'ايقاف الرسائل',
  'اوقف الرسائل',
  'اوقفوا الرسائل',
  'وقف الرسائل',
  'توقف عن ارسال',
  'توقفوا عن ارسال',
  'لا ترسل لي',
  'لا ترسلوا لي',
  'لا تراسلني',
  'لا تراسلوني',
  'لا اريد استلام',
  'لا اريد رسائل',
  'لا ارغب في استلام',
  'لا ارغب في تلقي',
  'لا اريد تلقي',
  'احذف رقمي',
  'احذفوا رقمي',
] as const;

export const GERMAN_HELP = ['hilfe'] as const;
export const HEBREW_HELP = ['עזרה', 'מידע'] as const;
export const ARABIC_HELP = ['مساعدة', 'معلومات'] as const;

/** Politeness that may stand around a word. */
export const FURTHER_FILLERS = [
  ...['bitte', 'danke', 'sofort', 'hallo', 'jetzt', 'schon'],
  ...['בבקשה', 'תודה', 'מיד', 'עכשיו', 'שלום', 'נא'],
  ...['رجاء', 'الرجاء', 'لطفا', 'شكرا', 'الان', 'مرحبا', 'من', 'فضلك', 'فضلكم'],
] as const;

/** Before a phrase they turn it round. */
export const FURTHER_NEGATIONS = ['nicht', 'warum', 'wieso', 'אל', 'לא', 'למה', 'لا', 'لماذا'] as const;
