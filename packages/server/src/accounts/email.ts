const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export const isEmailAddress = (text: string) => EMAIL.test(text.trim());

/** One user per address, whatever its case. */
export const emailKey = (email: string) => email.trim().toLowerCase();
