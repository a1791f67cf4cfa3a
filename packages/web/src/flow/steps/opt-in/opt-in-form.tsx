import type { FormProps } from '../form.ts';
import { ListSelect } from '../pickers.tsx';

/** Adds the contact to a list. */
export function OptInForm({ step, edit }: FormProps<'opt-in'>) {
  return <ListSelect value={step.list} onChange={(list) => edit({ list })} />;
}
