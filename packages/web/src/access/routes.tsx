import type { AppRoute } from '../app/route.ts';

const signIn = () => import('./sign-in.tsx').then((module) => module.SignIn);

export const routes: AppRoute[] = [
  { path: '/signin', title: 'Sign in', access: 'public-only', load: signIn },
  { path: '/login', title: 'Sign in', access: 'public-only', load: signIn },
  {
    path: '/signup',
    title: 'Sign up',
    access: 'public-only',
    load: () => import('./sign-up.tsx').then((module) => module.SignUp),
  },
  {
    path: '/forgot',
    title: 'Forgotten password',
    access: 'public-only',
    load: () => import('./forgot.tsx').then((module) => module.Forgot),
  },
  {
    path: '/mfarequest',
    title: 'Request MFA code',
    access: 'public-only',
    load: () => import('./mfa-request.tsx').then((module) => module.MfaRequest),
  },
  {
    path: '/mfaverify',
    title: 'Verify MFA code',
    access: 'public-only',
    load: () => import('./mfa-verify.tsx').then((module) => module.MfaVerify),
  },
  {
    path: '/admin/phone/lookup',
    title: 'Carrier lookup',
    load: () => import('./carrier-lookup.tsx').then((module) => module.CarrierLookup),
  },
];
