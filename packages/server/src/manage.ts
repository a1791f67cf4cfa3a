/** `npm run manage -- <command>`: what whoever runs Parley does beside the screens, while it runs or not. */
import { runCommand } from './manage/index.ts';

const { status, text, problem } = await runCommand(process.argv.slice(2), process.env);
if (problem === '') process.stdout.write(`${text}\n`);
else process.stderr.write(`${problem}\n`);
process.exitCode = status;
