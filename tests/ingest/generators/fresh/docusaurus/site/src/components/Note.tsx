import React from 'react';
export default function Note(p) { return <div>{p.children}</div>; }
