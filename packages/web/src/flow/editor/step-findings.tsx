import classes from './card.module.css';
import { SeverityIcon } from './check-panel.tsx';
import { useFindingsOf } from './findings.ts';
import { FixButton } from './fix-button.tsx';
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
      {findings.map((finding) => {
        const { code, message, severity } = finding;
        return (
          <li key={`${code} ${message}`}>
            <SeverityIcon severity={severity} />
            <div>
              <span>{message}</span>
              <FixButton finding={finding} mt={6} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
