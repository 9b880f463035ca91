import React from 'react';

/** A framed box for one telescope, object or recipe. */
export default function FieldCard({title, children}) {
  return (
    <div className="card margin-bottom--md">
      <div className="card__header">
        <strong>{title}</strong>
      </div>
      <div className="card__body">{children}</div>
    </div>
  );
}
