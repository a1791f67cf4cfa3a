/** What the preference page says by itself, in the language that its owner chose. */
import type { PageLanguage, PreferencePage } from '@parley/contract';
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';

const { linkDays, pauseDays } = PREFERENCE_LIMITS;

const english = {
  lists: 'What you get',
  save: 'Save',
  pause: `Pause for ${pauseDays} days`,
  pauseMeans: 'You won’t get texts from us, except answers when you text us.',
  pausedUntil: (day: string) => `Your texts are paused until ${day}.`,
  resume: 'End the pause now',
  pauseHeading: 'Take a break',
  stop: 'Stop all texts',
  stopMeans: 'You won’t get any more texts from us. To come back, text us START.',
  stopHeading: 'Stop',
  stopped: 'You get no texts from us. To get them again, text us START.',
  preview:
    'This link came to a test phone: the page looks as it does on a real one, and nothing you choose here is saved.',
  joined: (names: string) => `Joined: ${names}`,
  left: (names: string) => `Left: ${names}`,
  /** After a form that did it. */
  done: {
    lists: 'Saved. That’s what you get from now on.',
    pause: 'Done: your texts are paused.',
    resume: 'Done: you get our texts again.',
  },
  problem: {
    changed: 'This page has changed since you opened it. Check what it says, and send it again.',
    late: 'This page was open for a long time. Check what it says, and send it again.',
    forged: 'The form couldn’t be read. Check what you chose, and send it again.',
  },
  old: {
    title: 'This link is too old',
    text: `Links to this page work for ${linkDays} days. Open the one in our latest text. To stop all texts, reply STOP to any of them.`,
  },
  nobody: {
    title: 'Nothing is stored for this link',
    text: 'We don’t keep the number it was sent to any more, so there’s nothing to choose and nothing to stop.',
  },
};
export type PreferenceWords = typeof english;

const spanish: PreferenceWords = {
  lists: 'Lo que recibes',
  save: 'Guardar',
  pause: `Pausar ${pauseDays} días`,
  pauseMeans: 'No recibirás mensajes nuestros, salvo respuestas cuando nos escribas.',
  pausedUntil: (day) => `Tus mensajes están en pausa hasta el ${day}.`,
  resume: 'Terminar la pausa ahora',
  pauseHeading: 'Hacer una pausa',
  stop: 'Dejar de recibir mensajes',
  stopMeans: 'No recibirás más mensajes nuestros. Para volver, envíanos START.',
  stopHeading: 'Terminar',
  stopped: 'No recibes mensajes nuestros. Para volver a recibirlos, envíanos START.',
  preview:
    'Este enlace llegó a un teléfono de prueba: la página se ve como en uno real, y no se guarda nada de lo que elijas aquí.',
  joined: (names) => `Entró: ${names}`,
  left: (names) => `Salió: ${names}`,
  done: {
    lists: 'Guardado. Eso es lo que recibes desde ahora.',
    pause: 'Listo: tus mensajes están en pausa.',
    resume: 'Listo: vuelves a recibir nuestros mensajes.',
  },
  problem: {
    changed: 'Esta página cambió desde que la abriste. Revisa lo que dice y envíala otra vez.',
    late: 'Esta página estuvo abierta mucho tiempo. Revisa lo que dice y envíala otra vez.',
    forged: 'No se pudo leer el formulario. Revisa lo que elegiste y envíalo otra vez.',
  },
  old: {
    title: 'Este enlace es muy antiguo',
    text: `Los enlaces a esta página sirven ${linkDays} días. Abre el de nuestro último mensaje. Para no recibir más, responde STOP a cualquiera de ellos.`,
  },
  nobody: {
    title: 'No hay nada guardado para este enlace',
    text: 'Ya no tenemos el número al que se envió: no hay nada que elegir ni nada que terminar.',
  },
};

const arabic: PreferenceWords = {
  lists: 'ما تستلمه',
  save: 'حفظ',
  pause: `إيقاف مؤقت لمدة ${pauseDays} يومًا`,
  pauseMeans: 'لن تصلك رسائل منا، إلا الردود عندما تراسلنا.',
  pausedUntil: (day) => `رسائلك متوقفة مؤقتًا حتى ${day}.`,
  resume: 'إنهاء الإيقاف المؤقت الآن',
  pauseHeading: 'خذ استراحة',
  stop: 'إيقاف كل الرسائل',
  stopMeans: 'لن تصلك أي رسائل أخرى منا. للعودة، أرسل إلينا START.',
  stopHeading: 'إيقاف',
  stopped: 'لا تصلك رسائل منا. لاستلامها مرة أخرى، أرسل إلينا START.',
  preview:
    'وصل هذا الرابط إلى هاتف تجريبي: تظهر الصفحة كما تظهر على هاتف حقيقي، ولا يُحفظ شيء مما تختاره هنا.',
  joined: (names) => `انضمام: ${names}`,
  left: (names) => `مغادرة: ${names}`,
  done: {
    lists: 'تم الحفظ. هذا ما ستستلمه من الآن فصاعدًا.',
    pause: 'تم: رسائلك متوقفة مؤقتًا.',
    resume: 'تم: ستصلك رسائلنا مرة أخرى.',
  },
  problem: {
    changed: 'تغيّرت هذه الصفحة منذ أن فتحتها. راجع ما فيها ثم أرسلها مرة أخرى.',
    late: 'بقيت هذه الصفحة مفتوحة وقتًا طويلًا. راجع ما فيها ثم أرسلها مرة أخرى.',
    forged: 'تعذّرت قراءة النموذج. راجع ما اخترته ثم أرسله مرة أخرى.',
  },
  old: {
    title: 'هذا الرابط قديم جدًا',
    text: `تعمل روابط هذه الصفحة لمدة ${linkDays} يومًا. افتح الرابط الموجود في أحدث رسالة منا. لإيقاف كل الرسائل، رُدّ بكلمة STOP على أي منها.`,
  },
  nobody: {
    title: 'لا يوجد شيء محفوظ لهذا الرابط',
    text: 'لم نعد نحتفظ بالرقم الذي أُرسل إليه، فلا شيء للاختيار ولا شيء للإيقاف.',
  },
};

const hebrew: PreferenceWords = {
  lists: 'מה מקבלים',
  save: 'שמירה',
  pause: `הפסקה של ${pauseDays} ימים`,
  pauseMeans: 'לא יגיעו אליך הודעות מאיתנו, מלבד תשובות כשכותבים לנו.',
  pausedUntil: (day) => `ההודעות שלך בהפסקה עד ${day}.`,
  resume: 'סיום ההפסקה עכשיו',
  pauseHeading: 'לקחת הפסקה',
  stop: 'הפסקת כל ההודעות',
  stopMeans: 'לא יגיעו אליך עוד הודעות מאיתנו. כדי לחזור, שלחו לנו START.',
  stopHeading: 'הסרה',
  stopped: 'לא נשלחות אליך הודעות מאיתנו. כדי לקבל אותן שוב, שלחו לנו START.',
  preview: 'הקישור הזה הגיע לטלפון בדיקה: הדף נראה כמו בטלפון אמיתי, ושום בחירה כאן לא נשמרת.',
  joined: (names) => `הצטרפות: ${names}`,
  left: (names) => `עזיבה: ${names}`,
  done: {
    lists: 'נשמר. זה מה שיתקבל מעכשיו.',
    pause: 'בוצע: ההודעות שלך בהפסקה.',
    resume: 'בוצע: ההודעות שלנו יגיעו אליך שוב.',
  },
  problem: {
    changed: 'הדף השתנה מאז שנפתח. כדאי לבדוק מה כתוב בו ולשלוח שוב.',
    late: 'הדף היה פתוח זמן רב. כדאי לבדוק מה כתוב בו ולשלוח שוב.',
    forged: 'לא ניתן היה לקרוא את הטופס. כדאי לבדוק מה נבחר ולשלוח שוב.',
  },
  old: {
    title: 'הקישור הזה ישן מדי',
    text: `קישורים לדף הזה פועלים ${linkDays} ימים. פתחו את הקישור שבהודעה האחרונה שלנו. כדי להפסיק את כל ההודעות, השיבו STOP לכל אחת מהן.`,
  },
  nobody: {
    title: 'לא שמור דבר עבור הקישור הזה',
    text: 'המספר שאליו הוא נשלח כבר לא שמור אצלנו, ולכן אין מה לבחור ואין מה להפסיק.',
  },
};

export const preferenceWords: Readonly<Record<PageLanguage, PreferenceWords>> = {
  en: english,
  es: spanish,
  ar: arabic,
  he: hebrew,
};

/** What the page says until its owner writes something else. */
export const FIRST_PREFERENCES: PreferencePage = {
  headline: 'Your texts',
  text: 'Choose what you’d like to get from us.',
  background: '#ffffff',
  ink: '#1b2430',
  accent: '#1c5d99',
  language: 'en',
};
