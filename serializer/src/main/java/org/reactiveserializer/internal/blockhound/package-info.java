/** What BlockHound needs to know. */
package org.reactiveserializer.internal.blockhound;
