/**
 * Languages that campaigns are written in: BCP 47 codes with their names. A contact speaks what their tag
 * {@link LANGUAGE_TAG} says, as a code or as a name in English or in the language itself.
 */

/** The tag that says which language a contact speaks. */
export const LANGUAGE_TAG = 'Language';

/** What a campaign is written in until its author says otherwise. */
export const FIRST_LANGUAGE = 'en';

type Language = {
  code: string;
  /** In English. */
  name: string;
  /** As its speakers write it. */
  native: string;
  isRightToLeft?: true;
  /** Other codes and names that mean it. */
  also?: readonly string[];
};

/** In the order of their English names. */
export const LANGUAGES: readonly Language[] = [
  { code: 'af', name: 'Afrikaans', native: 'Afrikaans' },
  { code: 'sq', name: 'Albanian', native: 'Shqip' },
  { code: 'am', name: 'Amharic', native: 'አማርኛ' },
  { code: 'ar', name: 'Arabic', native: 'العربية', isRightToLeft: true },
  { code: 'hy', name: 'Armenian', native: 'Հայերեն' },
  { code: 'bn', name: 'Bengali', native: 'বাংলা', also: ['bangla'] },
  { code: 'bs', name: 'Bosnian', native: 'Bosanski' },
  { code: 'bg', name: 'Bulgarian', native: 'Български' },
  { code: 'my', name: 'Burmese', native: 'မြန်မာ' },
  { code: 'ca', name: 'Catalan', native: 'Català' },
  {
    code: 'zh-Hans',
    name: 'Chinese (Simplified)',
    native: '简体中文',
    also: ['zh', 'zh-cn', 'zh-sg', 'cmn', 'chinese', '中文'],
  },
  {
    code: 'zh-Hant',
    name: 'Chinese (Traditional)',
    native: '繁體中文',
    also: ['zh-tw', 'zh-hk', 'zh-mo', 'yue', 'cantonese'],
  },
  { code: 'hr', name: 'Croatian', native: 'Hrvatski' },
  { code: 'cs', name: 'Czech', native: 'Čeština' },
  { code: 'da', name: 'Danish', native: 'Dansk' },
  { code: 'nl', name: 'Dutch', native: 'Nederlands' },
  { code: 'en', name: 'English', native: 'English' },
  { code: 'et', name: 'Estonian', native: 'Eesti' },
  { code: 'fil', name: 'Filipino', native: 'Filipino', also: ['tl', 'tagalog'] },
  { code: 'fi', name: 'Finnish', native: 'Suomi' },
  { code: 'fr', name: 'French', native: 'Français' },
  { code: 'ka', name: 'Georgian', native: 'ქართული' },
  { code: 'de', name: 'German', native: 'Deutsch' },
  { code: 'el', name: 'Greek', native: 'Ελληνικά' },
  { code: 'gu', name: 'Gujarati', native: 'ગુજરાતી' },
  { code: 'ht', name: 'Haitian Creole', native: 'Kreyòl ayisyen', also: ['creole', 'kreyol'] },
  { code: 'ha', name: 'Hausa', native: 'Hausa' },
  { code: 'he', name: 'Hebrew', native: 'עברית', isRightToLeft: true, also: ['iw'] },
  { code: 'hi', name: 'Hindi', native: 'हिन्दी' },
  { code: 'hmn', name: 'Hmong', native: 'Hmoob' },
  { code: 'hu', name: 'Hungarian', native: 'Magyar' },
  { code: 'is', name: 'Icelandic', native: 'Íslenska' },
  { code: 'id', name: 'Indonesian', native: 'Bahasa Indonesia', also: ['in'] },
  { code: 'ga', name: 'Irish', native: 'Gaeilge' },
  { code: 'it', name: 'Italian', native: 'Italiano' },
  { code: 'ja', name: 'Japanese', native: '日本語' },
  { code: 'km', name: 'Khmer', native: 'ខ្មែរ' },
  { code: 'ko', name: 'Korean', native: '한국어' },
  { code: 'ku', name: 'Kurdish (Kurmanji)', native: 'Kurdî', also: ['kurdish'] },
  { code: 'lo', name: 'Lao', native: 'ລາວ' },
  { code: 'lv', name: 'Latvian', native: 'Latviešu' },
  { code: 'lt', name: 'Lithuanian', native: 'Lietuvių' },
  { code: 'mk', name: 'Macedonian', native: 'Македонски' },
  { code: 'ms', name: 'Malay', native: 'Bahasa Melayu' },
  { code: 'mr', name: 'Marathi', native: 'मराठी' },
  { code: 'ne', name: 'Nepali', native: 'नेपाली' },
  { code: 'nb', name: 'Norwegian', native: 'Norsk', also: ['no', 'nn', 'norsk bokmål'] },
  { code: 'ps', name: 'Pashto', native: 'پښتو', isRightToLeft: true },
  { code: 'fa', name: 'Persian', native: 'فارسی', isRightToLeft: true, also: ['farsi', 'dari'] },
  { code: 'pl', name: 'Polish', native: 'Polski' },
  { code: 'pt', name: 'Portuguese', native: 'Português' },
  { code: 'pa', name: 'Punjabi', native: 'ਪੰਜਾਬੀ' },
  { code: 'ro', name: 'Romanian', native: 'Română' },
  { code: 'ru', name: 'Russian', native: 'Русский' },
  { code: 'sr', name: 'Serbian', native: 'Српски' },
  { code: 'sk', name: 'Slovak', native: 'Slovenčina' },
  { code: 'sl', name: 'Slovenian', native: 'Slovenščina' },
  { code: 'so', name: 'Somali', native: 'Soomaali' },
  { code: 'es', name: 'Spanish', native: 'Español', also: ['castellano', 'castilian'] },
  { code: 'sw', name: 'Swahili', native: 'Kiswahili' },
  { code: 'sv', name: 'Swedish', native: 'Svenska' },
  { code: 'ta', name: 'Tamil', native: 'தமிழ்' },
  { code: 'te', name: 'Telugu', native: 'తెలుగు' },
  { code: 'th', name: 'Thai', native: 'ไทย' },
  { code: 'ti', name: 'Tigrinya', native: 'ትግርኛ' },
  { code: 'tr', name: 'Turkish', native: 'Türkçe' },
  { code: 'uk', name: 'Ukrainian', native: 'Українська' },
  { code: 'ur', name: 'Urdu', native: 'اردو', isRightToLeft: true },
  { code: 'uz', name: 'Uzbek', native: 'Oʻzbek' },
  { code: 'vi', name: 'Vietnamese', native: 'Tiếng Việt' },
  { code: 'cy', name: 'Welsh', native: 'Cymraeg' },
  { code: 'yi', name: 'Yiddish', native: 'ייִדיש', isRightToLeft: true },
  { code: 'yo', name: 'Yoruba', native: 'Yorùbá' },
  { code: 'zu', name: 'Zulu', native: 'isiZulu' },
];

const byCode = new Map(LANGUAGES.map((language) => [language.code, language]));

/** Lower case without accents; `_` counts as `-`. */
const folded = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase().replaceAll('_', '-');

const byWord = new Map(
  LANGUAGES.flatMap(({ code, name, native, also = [] }) =>
    [code, name, native, ...also].map((word) => [folded(word), code] as const),
  ),
);

export const isLanguage = (code: string): boolean => byCode.has(code);

/**
 * The code of the language that a value names, null when it names none that we know. A region says nothing
 * more: `es-MX` is Spanish.
 */
export function parseLanguage(value: string): string | null {
  for (let word = folded(value); word !== ''; word = word.slice(0, Math.max(0, word.lastIndexOf('-')))) {
    const code = byWord.get(word);
    if (code !== undefined) return code;
  }
  return null;
}

/** A language's English name; the code of one that is not known. */
export const languageName = (code: string): string => byCode.get(code)?.name ?? code;

/** What its speakers call a language; the code of one that is not known. */
export const nativeName = (code: string): string => byCode.get(code)?.native ?? code;

/** Which way a language is written, as HTML's `dir` has it. */
export const directionOf = (code: string): 'ltr' | 'rtl' => (byCode.get(code)?.isRightToLeft ? 'rtl' : 'ltr');
