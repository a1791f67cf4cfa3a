import classes from './card.module.css';
import { SeverityIcon } from './check-panel.tsx';
import { useFindingsOf } from './findings.ts';
import { wordings } from './wordings.ts';

/**
 * What the check found in a step, in words beside its fields: a tooltip on a mark reaches neither fingers nor
 * the keyboard.
 */
export function StepFindings({ step }: { step: number }) {
  const findings = useFindingsOf(step);
  if (findings.length === 0) return null;
  return (
    <ul className={classes.findings} aria-label={wordings.stepFindings.toFix}>
      {findings.map(({ code, message, severity }) => (
        <li key={`${code} ${message}`}>
          <SeverityIcon severity={severity} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
