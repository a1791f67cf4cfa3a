/** What public pages say by themselves, and a sign-up page until its owner writes something else. */
import type { PageLanguage, SignUpPage } from '@parley/contract';

const english = {
  number: 'Mobile number',
  country: 'Country',
  terms: 'Terms',
  privacy: 'Privacy',
  back: 'Back to the form',
  leaveEmpty: 'Leave this empty',
  problem: {
    number: 'Enter a mobile number that can get texts.',
    consent: 'Check the box to agree. Without it we can’t text you.',
    late: 'This page was open for a long time. Check what it says, and send it again.',
    early: 'That was quick. Check what you entered, and send it again.',
    used: 'This form was sent before. Send it again for another number.',
    forged: 'The form couldn’t be read. Check what you entered, and send it again.',
  },
  gone: { title: 'There’s nothing here', text: 'This page doesn’t exist, or doesn’t any more.' },
  off: { title: 'Sign-up is closed', text: 'This page doesn’t take sign-ups at the moment.' },
  busy: { title: 'Please try again later', text: 'Too many forms came in at once. Nothing was stored.' },
  fault: {
    title: 'That didn’t work',
    text: 'Something went wrong on our side. Please try again in a moment.',
  },
  unread: { title: 'That didn’t work', text: 'What was sent couldn’t be read. Go back, and try again.' },
};
export type PageWords = typeof english;

const spanish: PageWords = {
  number: 'Número de móvil',
  country: 'País',
  terms: 'Términos',
  privacy: 'Privacidad',
  back: 'Volver al formulario',
  leaveEmpty: 'Deja esto vacío',
  problem: {
    number: 'Escribe un número de móvil que pueda recibir mensajes.',
    consent: 'Marca la casilla para aceptar. Sin eso no podemos enviarte mensajes.',
    late: 'Esta página estuvo abierta mucho tiempo. Revisa lo que dice y envíala otra vez.',
    early: 'Eso fue muy rápido. Revisa lo que escribiste y envíalo otra vez.',
    used: 'Este formulario ya se envió. Envíalo otra vez para otro número.',
    forged: 'No se pudo leer el formulario. Revisa lo que escribiste y envíalo otra vez.',
  },
  gone: { title: 'Aquí no hay nada', text: 'Esta página no existe, o ya no existe.' },
  off: { title: 'El registro está cerrado', text: 'Esta página no acepta registros por ahora.' },
  busy: {
    title: 'Inténtalo más tarde',
    text: 'Llegaron demasiados formularios a la vez. No se guardó nada.',
  },
  fault: { title: 'No funcionó', text: 'Algo falló de nuestro lado. Inténtalo otra vez en un momento.' },
  unread: {
    title: 'No funcionó',
    text: 'No se pudo leer lo que se envió. Vuelve atrás e inténtalo otra vez.',
  },
};

const arabic: PageWords = {
  number: 'رقم الهاتف المحمول',
  country: 'البلد',
  terms: 'الشروط',
  privacy: 'الخصوصية',
  back: 'العودة إلى النموذج',
  leaveEmpty: 'اترك هذا الحقل فارغًا',
  problem: {
    number: 'أدخل رقم هاتف محمول يمكنه استقبال الرسائل النصية.',
    consent: 'ضع علامة في المربع للموافقة. لا يمكننا مراسلتك من دونها.',
    late: 'بقيت هذه الصفحة مفتوحة وقتًا طويلًا. راجع ما فيها ثم أرسلها مرة أخرى.',
    early: 'كان ذلك سريعًا جدًا. راجع ما أدخلته ثم أرسله مرة أخرى.',
    used: 'سبق إرسال هذا النموذج. أرسله مرة أخرى لرقم آخر.',
    forged: 'تعذّرت قراءة النموذج. راجع ما أدخلته ثم أرسله مرة أخرى.',
  },
  gone: { title: 'لا يوجد شيء هنا', text: 'هذه الصفحة غير موجودة أو لم تعد موجودة.' },
  off: { title: 'التسجيل مغلق', text: 'لا تستقبل هذه الصفحة تسجيلات في الوقت الحالي.' },
  busy: { title: 'حاول مرة أخرى لاحقًا', text: 'وصلت نماذج كثيرة دفعة واحدة. لم يُحفظ شيء.' },
  fault: { title: 'لم ينجح ذلك', text: 'حدث خطأ لدينا. حاول مرة أخرى بعد قليل.' },
  unread: { title: 'لم ينجح ذلك', text: 'تعذّرت قراءة ما أُرسل. ارجع وحاول مرة أخرى.' },
};

const hebrew: PageWords = {
  number: 'מספר טלפון נייד',
  country: 'מדינה',
  terms: 'תנאים',
  privacy: 'פרטיות',
  back: 'חזרה לטופס',
  leaveEmpty: 'יש להשאיר ריק',
  problem: {
    number: 'יש להזין מספר נייד שיכול לקבל הודעות טקסט.',
    consent: 'יש לסמן את התיבה כדי להסכים. בלי זה אי אפשר לשלוח לך הודעות.',
    late: 'הדף היה פתוח זמן רב. כדאי לבדוק מה כתוב בו ולשלוח שוב.',
    early: 'זה היה מהיר מדי. כדאי לבדוק מה הוזן ולשלוח שוב.',
    used: 'הטופס הזה כבר נשלח. אפשר לשלוח אותו שוב עבור מספר אחר.',
    forged: 'לא ניתן היה לקרוא את הטופס. כדאי לבדוק מה הוזן ולשלוח שוב.',
  },
  gone: { title: 'אין כאן כלום', text: 'הדף הזה לא קיים, או שאינו קיים עוד.' },
  off: { title: 'ההרשמה סגורה', text: 'הדף הזה לא מקבל הרשמות כרגע.' },
  busy: { title: 'נסו שוב מאוחר יותר', text: 'הגיעו יותר מדי טפסים בבת אחת. דבר לא נשמר.' },
  fault: { title: 'זה לא הצליח', text: 'משהו השתבש אצלנו. נסו שוב בעוד רגע.' },
  unread: { title: 'זה לא הצליח', text: 'לא ניתן היה לקרוא את מה שנשלח. חזרו אחורה ונסו שוב.' },
};

export const pageWords: Readonly<Record<PageLanguage, PageWords>> = {
  en: english,
  es: spanish,
  ar: arabic,
  he: hebrew,
};

/** Carriers and the TCPA ask for these disclosures: who texts what, how often, at what price, how it ends. */
export const firstPage = (account: string, country: string): SignUpPage => ({
  headline: 'Get our texts',
  text: 'Be the first to hear about news and offers.',
  button: 'Sign me up',
  consent: `I agree to get recurring automated marketing texts from ${account} at this number. Consent isn’t a condition of any purchase. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.`,
  thanks:
    'Almost done: we’re texting you. Reply YES to that text, and you’re in. No text? If you opted out before, text us START first.',
  background: '#ffffff',
  ink: '#1b2430',
  accent: '#1c5d99',
  country,
  terms: '',
  privacy: '',
  sites: '',
  language: 'en',
});
