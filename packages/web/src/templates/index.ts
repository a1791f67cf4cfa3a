export { CreateFromTemplate } from './create-from-template.tsx';
export { TemplateIcon } from './template-icon.tsx';
export { useTemplateIcon } from './use-template-icons.ts';
