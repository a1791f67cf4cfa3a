import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

const signIn = () => import('./sign-in.tsx').then((module) => module.SignIn);

export const routes: AppRoute[] = [
  { path: '/signin', title: wordings.shared.signIn, access: 'public-only', load: signIn },
  { path: '/login', title: wordings.shared.signIn, access: 'public-only', load: signIn },
  {
    path: '/signup',
    title: wordings.routes.signUp,
    access: 'public-only',
    load: () => import('./sign-up.tsx').then((module) => module.SignUp),
  },
  {
    path: '/forgot',
    title: wordings.routes.forgottenPassword,
    access: 'public-only',
    load: () => import('./forgot.tsx').then((module) => module.Forgot),
  },
  {
    path: '/mfarequest',
    title: wordings.routes.requestMfaCode,
    access: 'public-only',
    load: () => import('./mfa-request.tsx').then((module) => module.MfaRequest),
  },
  {
    path: '/mfaverify',
    title: wordings.routes.verifyMfaCode,
    access: 'public-only',
    load: () => import('./mfa-verify.tsx').then((module) => module.MfaVerify),
  },
  {
    path: '/admin/phone/lookup',
    title: wordings.routes.carrierLookup,
    load: () => import('./carrier-lookup.tsx').then((module) => module.CarrierLookup),
  },
];
