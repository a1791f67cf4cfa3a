import { type DragDropManager, StyleInjector } from '@dnd-kit/dom';

/**
 * The drag library puts its style sheets into the page with each drag and takes them out after it, and either
 * time the whole page gets its style and its layout anew, which takes long where it is large. Here they stay
 * while the list is there. What they say of every element (its cursor, that it cannot be selected) is left
 * out: all is dragged by buttons, and while it is, the body has the pointer.
 */
export class DragStyles extends StyleInjector {
  constructor(manager: DragDropManager) {
    super(manager);
    const injector = manager.registry.plugins.get(StyleInjector) as StyleInjector | undefined;
    if (injector)
      injector.register = (rules) => {
        if (rules.trimStart().startsWith('*')) return () => undefined;
        const style = document.createElement('style');
        style.textContent = rules;
        document.head.prepend(style);
        return () => style.remove();
      };
    this.registerEffect(() => {
      if (!manager.dragOperation.status.dragging) return undefined;
      document.body.dataset.grabbing = '';
      return () => {
        delete document.body.dataset.grabbing;
      };
    });
  }
}
