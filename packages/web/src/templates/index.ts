export { CreateFromTemplate } from './create-from-template.tsx';
export { TemplateIcon } from './template-icon.tsx';
export { useIconFinder } from './use-template-icons.ts';
