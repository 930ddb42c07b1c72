import { useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react';

/** Area around a file field that accepts dropped files. Without script, only the field itself does. */
export function DropZone({ field, children }: { field: RefObject<HTMLInputElement>; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  /** Number of entered elements, because children fire enter and leave events as well. */
  const depth = useRef(0);
  const move = (event: DragEvent, step: number) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setIsOver(depth.current > 0);
  };
  return (
    <div
      className={isOver ? 'drop-zone drop-zone-over' : 'drop-zone'}
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => move(event, 0)}
      onDrop={(event) => {
        depth.current = 0;
        setIsOver(false);
        if (event.dataTransfer.files.length === 0 || !field.current) return;
        event.preventDefault();
        field.current.files = event.dataTransfer.files;
        field.current.dispatchEvent(new Event('change', { bubbles: true }));
        field.current.focus();
      }}
    >
      {children}
    </div>
  );
}
