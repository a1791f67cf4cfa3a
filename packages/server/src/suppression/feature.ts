import { contactErasing, numberForgotten, numbersReturn, personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { forgetNumber, keepOptOut, numbersReturning } from './erased-numbers.ts';
import { suppressionData } from './personal-data.ts';
import { routes } from './routes.ts';

export const feature: Feature = {
  hooks: [
    on(numbersReturn, numbersReturning),
    on(contactErasing, keepOptOut),
    on(numberForgotten, forgetNumber),
    on(personalData, suppressionData),
  ],
  routes,
};
